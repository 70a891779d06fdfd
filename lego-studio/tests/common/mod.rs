//! What the tests in a browser share: the browser, driven by its DevTools protocol, and the page, served by the command's own server.

pub mod browser;
pub mod page;
pub mod picture;
