//! `lego gen`: a layout as a file of another language.

use crate::args::Wanted;
use crate::input::chain::Input;
use crate::report::failure::{Complaint, Failure};
use crate::report::output::Output;
use crate::report::whole_file::write_whole;
use lego_gen::{Extra, Request, Target, Width, generate};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// Writes the file of a layout, or prints it.
pub(crate) fn run(input: &Input, wanted: &Wanted, output: &mut Output) -> Result<u8, Failure> {
    let request = wanted.request()?;
    let compiled = input.compiled()?;
    let generated = generate(&compiled, &request).map_err(|error| {
        let names = input.free_names();
        let of_size = |size: &String| names.iter().find(|name| name.path == *size).map(|name| input.place(name.range));
        let place = error.size.as_ref().and_then(of_size);
        Failure::Wrong(vec![Complaint { message: error.message.clone(), place }])
    })?;
    let to_file = wanted.file.as_ref().filter(|file| file.as_path() != Path::new("-"));
    if let Some(file) = to_file {
        write_whole(file, generated.text.as_bytes())
            .map_err(|error| Complaint::new(format!("{}: {error}", file.display())))?;
    }
    if output.json {
        let object = json!({
            "target": generated.target.name(),
            "file": to_file.map_or_else(|| generated.name.clone(), |file| file.display().to_string()),
            "text": generated.text,
            "sizes": generated.sizes,
            "apply": generated.apply,
            "inv": generated.inv,
            "apply_ops": generated.operations[0],
            "inv_ops": generated.operations[1],
        });
        output.json(&object)?;
    } else if to_file.is_none() {
        output.write_all(generated.text.as_bytes())?;
    }
    Ok(0)
}

impl Wanted {
    fn request(&self) -> Result<Request, Failure> {
        let usage = |error: lego_gen::Error| Failure::Usage(error.message);
        let target: Target = self.target.as_deref().unwrap_or_default().parse().map_err(usage)?;
        let mut request = Request::new(target);
        self.name.clone_into(&mut request.name);
        match self.width {
            None => {}
            Some(32) => request.width = Width::Bits32,
            Some(64) => request.width = Width::Bits64,
            Some(bits) => return Err(Failure::Usage(format!("--width {bits}: integers have 32 or 64 bits here"))),
        }
        for name in self.with.iter().flat_map(|list| list.split(',')).filter(|name| !name.is_empty()) {
            request.extras.insert(name.trim().parse::<Extra>().map_err(usage)?);
        }
        Ok(request)
    }
}

/// Prints the targets, each with what it needs and what else its files may have.
pub(crate) fn list(output: &mut Output) -> io::Result<u8> {
    let extras = |target: Target| -> Vec<&str> { target.extras().iter().map(|extra| extra.name()).collect() };
    if output.json {
        let targets: Vec<_> = Target::ALL
            .into_iter()
            .map(|target| {
                let (name, title, needs) = (target.name(), target.title(), target.needs());
                json!({ "target": name, "title": title, "needs": needs, "with": extras(target) })
            })
            .collect();
        output.json(&json!({ "targets": targets }))?;
        return Ok(0);
    }
    let width = Target::ALL.iter().map(|target| target.name().len()).max().unwrap_or(0);
    for target in Target::ALL {
        writeln!(
            output,
            "{:<width$}  {}: {}; --with {}",
            target.name(),
            target.title(),
            target.needs(),
            extras(target).join(",")
        )?;
    }
    Ok(0)
}
