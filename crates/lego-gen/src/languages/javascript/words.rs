//! The words of JavaScript and TypeScript, and the names of the language's own things that files use.

pub(super) const WORDS: &[&str] = words! {
    abstract any arguments as async await bigint boolean break case catch class const constructor continue debugger
    declare default delete do else enum eval export extends false finally for from function get if implements import in
    infer instanceof interface is keyof let module namespace never new null number object of package private protected
    public readonly require return set static string super switch symbol this throw true try type typeof undefined
    unique unknown var void while with yield Math BigInt Number RangeError NaN Infinity Array Error
};
