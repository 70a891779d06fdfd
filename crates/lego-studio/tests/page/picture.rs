//! Screenshots compared with those that were looked at: by squares of pixels, since letters differ from machine to machine.

use std::path::PathBuf;

/// The side of a square.
const SIDE: usize = 20;

/// So much may the mean colour of a square differ, of 255.
const FAR: f64 = 36.0;

/// So many of a hundred squares may differ by more.
const MOST: f64 = 4.0;

struct Image {
    width: usize,
    height: usize,
    /// Red, green and blue of each pixel.
    pixels: Vec<u8>,
}

fn read(bytes: &[u8]) -> Image {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size that fits")];
    let info = reader.next_frame(&mut pixels).expect("a PNG");
    let channels = info.color_type.samples();
    let pixels =
        pixels.chunks(channels).flat_map(|pixel| [pixel[0], pixel[1 % channels], pixel[2 % channels]]).collect();
    Image { width: info.width as usize, height: info.height as usize, pixels }
}

impl Image {
    /// The mean colour of a square.
    fn mean(&self, column: usize, row: usize) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for y in row..row + SIDE {
            for x in column..column + SIDE {
                for (channel, sum) in sum.iter_mut().enumerate() {
                    *sum += f64::from(self.pixels[(y * self.width + x) * 3 + channel]);
                }
            }
        }
        sum.map(|sum| sum / (SIDE * SIDE) as f64)
    }
}

/// Compares a screenshot with the reference of its name; with `LEGO_BLESS` it becomes the reference.
pub(crate) fn compare(name: &str, shot: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/page/references").join(format!("{name}.png"));
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, shot).unwrap();
        return;
    }
    let reference = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (now, then) = (read(shot), read(&reference));
    assert_eq!((now.width, now.height), (then.width, then.height), "{name}: the size");
    let (mut squares, mut far) = (0, 0);
    for row in (0..=now.height - SIDE).step_by(SIDE) {
        for column in (0..=now.width - SIDE).step_by(SIDE) {
            let (a, b) = (now.mean(column, row), then.mean(column, row));
            squares += 1;
            far += usize::from(a.iter().zip(b).any(|(a, b)| (a - b).abs() > FAR));
        }
    }
    let share = far as f64 * 100.0 / f64::from(squares);
    if share > MOST {
        let kept = std::env::temp_dir().join(format!("lego-studio-{name}.png"));
        std::fs::write(&kept, shot).unwrap();
        panic!(
            "{name}: {share:.1} % of its squares look otherwise than in {}; it is in {}",
            path.display(),
            kept.display()
        );
    }
}
