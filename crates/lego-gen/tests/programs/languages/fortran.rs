//! Fortran 2008, with every warning an error and everything checked that gfortran checks at run time.

use crate::case::{Case, Instance};
use crate::language::{Language, check};
use crate::points::{MODULUS, Points};
use crate::tool::{answers, run};
use lego_gen::Target;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

struct Fortran;

/// What all cases share. Answers count from 1, with 0 for nothing; digests count from 0, with -1.
const SUPPORT: &str = "
module support
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
contains
  elemental subroutine take(digest, answer)
    integer(int64), intent(inout) :: digest
    integer(int64), intent(in) :: answer
    digest = mod(digest * 31 + mod(answer, 1000003_int64) + 2, 1000003_int64)
  end subroutine take
end module support
";

impl Language for Fortran {
    fn target(&self) -> Target {
        Target::Fortran
    }

    /// A list is written as comparisons, and the standard allows a statement 255 continuation lines.
    fn most_in_table(&self) -> i128 {
        512
    }

    fn missing(&self) -> Option<&'static str> {
        (!answers("gfortran", "--version")).then_some("gfortran")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        let (mut program, mut calls) = (String::new(), String::new());
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
            let longest = case.file.text.lines().map(str::len).max().unwrap_or(0);
            assert!(longest <= 132, "{}: a line of {longest}", case.text);
            let _ = writeln!(program, "include '{}'", case.file.name);
        }
        program.push_str(SUPPORT);
        for case in cases {
            for (number, instance) in case.instances.iter().enumerate() {
                subroutine(&mut program, case, number, instance);
                let _ = writeln!(calls, "  call try_{}_{number}", case.name);
            }
        }
        let _ = writeln!(program, "program main\n  implicit none\n{calls}end program main");
        std::fs::write(folder.join("main.f90"), program).unwrap();
        let mut gfortran = Command::new("gfortran");
        gfortran.current_dir(folder).args(["-std=f2008", "-Wall", "-Wextra", "-Werror", "-fcheck=all", "-O0"]);
        // The lines of the files have been measured; those of this program are as long as they get.
        run(gfortran.args(["-ffree-line-length-none", "-o", "program", "main.f90"]));
        run(&mut Command::new(folder.join("program")))
    }
}

/// A subroutine that prints the line of an instance.
fn subroutine(program: &mut String, case: &Case, number: usize, instance: &Instance) {
    assert_eq!(MODULUS, 1_000_003);
    let (name, rank) = (&case.name, case.rank);
    let mut line = |text: String| {
        program.push_str(&text);
        program.push('\n');
    };
    let list = |numbers: &[u64]| numbers.iter().map(|n| format!("{n}_{name}_kind")).collect::<Vec<_>>();
    let sizes = list(&instance.sizes);
    let more: String = sizes.iter().map(|size| format!(", {size}")).collect();
    let sizes = sizes.join(", ");
    line(format!("subroutine try_{name}_{number}"));
    line("  use, intrinsic :: iso_fortran_env, only: int64\n  use support\n".to_owned() + &format!("  use {name}"));
    line("  implicit none".to_owned());
    line("  integer(int64) :: k, last, at, applied, inverted, sizes".to_owned());
    line("  integer :: axis".to_owned());
    line(format!("  integer({name}_kind) :: index({name}_rank)"));
    line("  applied = 0\n  inverted = 0\n  sizes = 0\n  axis = 0\n  index = 0".to_owned());
    let over = |Points { count, step }: Points| {
        // The compiler warns of a loop that it sees to be empty.
        let last = count as i64 - 1;
        format!("  last = {last}_int64\n  do k = 0, last\n    at = k * {step}_int64 + mod(k * 7, {step}_int64)")
    };
    line(over(instance.indices));
    let mut before: u64 = 1;
    for axis in (0..rank).rev() {
        let extent = instance.dims[axis].max(1);
        line(format!(
            "    index({}) = int(mod(at / {before}_int64, {extent}_int64), {name}_kind) + 1_{name}_kind",
            axis + 1
        ));
        before *= extent;
    }
    let components: Vec<String> = (1..=rank).map(|axis| format!("index({axis})")).collect();
    line(format!("    call take(applied, int({name}_apply({} &\n      {more}), int64) - 1)", components.join(", ")));
    line("  end do".to_owned());
    line(over(instance.positions));
    line(format!("    index = {name}_inv(int(at + 1, {name}_kind){more})"));
    line("    do axis = 1, merge(1, size(index), index(1) == 0)".to_owned());
    line("      call take(inverted, int(index(axis), int64) - 1)\n    end do\n  end do".to_owned());
    line(format!("  index = {name}_dims({sizes})"));
    line("  do axis = 1, size(index)\n    call take(sizes, int(index(axis), int64))\n  end do".to_owned());
    line(format!("  call take(sizes, int({name}_span({sizes}), int64))"));
    if case.has_strides {
        line(format!("  index = {name}_strides({sizes})"));
        for (axis, extent) in instance.reached().iter().enumerate() {
            let stride = format!("mod(int(index({}), int64), 1000003_int64) + 1000003", axis + 1);
            let stride = if *extent > 1 { stride } else { "-1_int64".to_owned() };
            line(format!("  call take(sizes, {stride})"));
        }
    }
    if case.has_table {
        line(format!("  do axis = 1, size({name}_table)"));
        line(format!("    call take(sizes, int({name}_table(axis), int64) - 1)\n  end do"));
    }
    if instance.visited.is_some() {
        let first = sizes.clone() + if sizes.is_empty() { "" } else { ", " };
        line(format!("  call {name}_each({first}visit)\n  call {name}_each_in_memory({first}visit)"));
    }
    if !sizes.is_empty() {
        line(format!("  if (.not. {name}_check({sizes})) print '(a)', 'refused'"));
        for refused in &case.refused {
            line(format!("  if ({name}_check({})) print '(a)', 'not refused'", list(refused).join(", ")));
        }
    }
    if case.has_checks {
        let beyond: Vec<u64> = instance.reached().iter().map(|extent| extent + 1).collect();
        let below = vec![format!("0_{name}_kind"); rank].join(", ");
        line(format!("  if ({name}_apply({} &\n    {more}) /= 0) print '(a)', 'outside'", list(&beyond).join(", ")));
        line(format!("  if ({name}_apply({below}{more}) /= 0) print '(a)', 'below'"));
        line(format!("  if (any({name}_inv({}_{name}_kind{more}) /= 0)) print '(a)', 'beyond'", instance.span + 1));
    }
    line(format!("  print '(a, 3(1x, i0))', '{name}', applied, inverted, sizes"));
    if instance.visited.is_some() {
        line("contains\n  subroutine visit(index, position)".to_owned());
        line(format!("    integer({name}_kind), intent(in) :: index({name}_rank), position"));
        line(format!("    integer :: part\n    do part = 1, {name}_rank"));
        line("      call take(sizes, int(index(part), int64) - 1)\n    end do".to_owned());
        line("    call take(sizes, int(position, int64) - 1)\n  end subroutine visit".to_owned());
    }
    line(format!("end subroutine try_{name}_{number}"));
}

#[test]
fn fortran_2008() {
    check(&Fortran);
}
