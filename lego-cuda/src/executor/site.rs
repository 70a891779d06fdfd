//! Sites: the places in the source of a kernel, and small numbers for them.

use crate::device::host::Site;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A site, with a text of its own where a panic tells one; prints as `file:line:column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The file, as the compiler was told it.
    pub file: Cow<'static, str>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl From<Site> for SourceLocation {
    fn from(site: Site) -> Self {
        Self { file: Cow::Borrowed(site.file()), line: site.line(), column: site.column() }
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The sites that a launch has met, numbered in the order in which it did. One place of the source has one number,
/// however many copies of it the compiler made.
#[derive(Default)]
pub(super) struct Sites(Mutex<Table>);

#[derive(Default)]
struct Table {
    numbers: HashMap<(&'static str, u32, u32), u32>,
    sites: Vec<Site>,
}

impl Sites {
    fn number(&self, site: Site) -> u32 {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Table { numbers, sites } = &mut *table;
        *numbers.entry((site.file(), site.line(), site.column())).or_insert_with(|| {
            sites.push(site);
            sites.len() as u32 - 1
        })
    }

    /// The site of a number that [`SiteCache::known`] gave.
    pub(super) fn site(&self, number: u32) -> Site {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).sites[number as usize]
    }
}

const SLOTS: usize = 256;

/// What one worker knows of the sites that it met last, by their addresses.
pub(super) struct SiteCache {
    sites: [KnownSite; SLOTS],
}

/// What is known of a site.
pub(super) struct KnownSite {
    site: Cell<Option<Site>>,
    number: Cell<u32>,
    /// The number of the allocation, or of the window of shared memory, that it accessed last: mostly it accesses one.
    pub(super) last: Cell<usize>,
}

impl KnownSite {
    #[inline(always)]
    pub(super) fn number(&self) -> u32 {
        self.number.get()
    }
}

impl SiteCache {
    pub(super) fn new() -> Self {
        let unknown = || KnownSite { site: Cell::new(None), number: Cell::new(0), last: Cell::new(0) };
        Self { sites: std::array::from_fn(|_| unknown()) }
    }

    /// What is known of a site.
    #[inline(always)]
    pub(super) fn known(&self, sites: &Sites, site: Site) -> &KnownSite {
        let known = &self.sites[(std::ptr::from_ref(site) as usize / align_of::<usize>()) % SLOTS];
        match known.site.get() {
            Some(last) if std::ptr::eq(last, site) => {}
            _ => Self::look_up(known, sites, site),
        }
        known
    }

    #[cold]
    fn look_up(known: &KnownSite, sites: &Sites, site: Site) {
        known.number.set(sites.number(site));
        known.site.set(Some(site));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::Location;

    #[track_caller]
    fn here() -> Site {
        Location::caller()
    }

    #[test]
    fn a_site_keeps_its_number() {
        let (sites, cache) = (Sites::default(), SiteCache::new());
        let (a, b) = (here(), here());
        assert_eq!([a, b, a].map(|site| cache.known(&sites, site).number()), [0, 1, 0]);
        assert_eq!(SiteCache::new().known(&sites, b).number(), 1);
        assert_eq!(sites.site(1), b);
    }
}
