//! A layout policy of C++23's `mdspan`.
//!
//! It meets [mdspan.layout.reqmts] of the standard, and needs no header: whoever includes it brings `std::extents`, or those of
//! an implementation for older compilers.

use super::file::File;
use crate::error::Error;
use crate::text::Text;

const POLICY: &str = "\
/// The layout as a policy of mdspan: mdspan<T, Extents, $name_layout>(pointer, $name_layout::mapping<Extents>(extents$sizes)).
/// The extents are those of $name_dims.
struct $name_layout {
    template <class Extents>
    class mapping {
    public:
        using extents_type = Extents;
        using index_type = typename extents_type::index_type;
        using size_type = typename extents_type::size_type;
        using rank_type = typename extents_type::rank_type;
        using layout_type = $name_layout;

        static_assert(extents_type::rank() == $rank, \"the layout has $rank_number axes\");

        constexpr explicit mapping(const extents_type& extents$size_parameters) noexcept : extents_(extents)$initial {}

        /// Whether the extents are those of the layout, and there is such a layout.
        constexpr bool is_valid() const noexcept {
$valid            $index dims[$rank] = {};
            $name_dims(dims$size_fields);
            for (rank_type axis = 0; axis < extents_type::rank(); axis++) {
                if (static_cast<$index>(extents_.extent(axis)) != dims[axis]) return false;
            }
            return true;
        }

        constexpr const extents_type& extents() const noexcept { return extents_; }

        constexpr index_type required_span_size() const noexcept {
            return static_cast<index_type>($name_span($size_arguments));
        }

        template <class... Indices>
        constexpr index_type operator()(Indices... indices) const noexcept {
            static_assert(sizeof...(Indices) == $rank, \"the layout has $rank_number axes\");
            return static_cast<index_type>($name_apply(static_cast<$index>(indices)...$size_fields));
        }

        static constexpr bool is_always_unique() noexcept { return $unique; }
        static constexpr bool is_always_exhaustive() noexcept { return $exhaustive; }
        static constexpr bool is_always_strided() noexcept { return $strided; }
        static constexpr bool is_unique() noexcept { return $unique; }
        static constexpr bool is_exhaustive() noexcept { return $exhaustive; }
        static constexpr bool is_strided() noexcept { return $strided; }
$stride
        friend constexpr bool operator==(const mapping& left, const mapping& right) noexcept {
            return left.extents_ == right.extents_$equal;
        }

        friend constexpr bool operator!=(const mapping& left, const mapping& right) noexcept {
            return !(left == right);
        }

    private:
        extents_type extents_;
$fields    };
};
";

impl File<'_, '_> {
    /// The policy.
    ///
    /// # Errors
    /// A layout in which some indices have no position: an `mdspan` has one for each.
    pub(super) fn policy(&self, text: &mut Text) -> Result<(), Error> {
        let (unit, index) = (self.unit, &self.index);
        if unit.expands() {
            return Err(Error::new(
                "an mdspan has a position for every index, and an ExpandBy, a triangle or a band leaves some without: take --target cpp, or pad \
                 the stored array instead",
            ));
        }
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let each = |write: &dyn Fn(&str) -> String| sizes.iter().map(|size| write(size)).collect::<String>();
        let is_strided = unit.compiled.strides.iter().all(Option::is_some);
        let stride = if is_strided {
            let strides = unit.sizes(&unit.strides()?, &self.plain())?;
            let fields = strides.iter().map(|stride| with_fields(stride, &sizes)).collect::<Vec<_>>().join(", ");
            format!(
                "\n        constexpr index_type stride(rank_type axis) const noexcept {{\n            const {index} \
                 strides[] = {{{fields}}};\n            return static_cast<index_type>(strides[axis]);\n        }}\n\n"
            )
        } else {
            "\n".to_owned()
        };
        let valid = if sizes.is_empty() {
            String::new()
        } else {
            let fields: Vec<String> = sizes.iter().map(|size| format!("{size}_")).collect();
            format!("            if (!{}({})) return false;\n", unit.own("check"), fields.join(", "))
        };
        let fields: Vec<String> = sizes.iter().map(|size| format!("{size}_")).collect();
        let truth = |is: bool| if is { "true" } else { "false" }.to_owned();
        let (parameters, names) = (each(&|size| format!(", {index} {size}")), each(&|size| format!(", {size}")));
        let blanks = [
            ("$size_parameters", parameters),
            ("$size_arguments", fields.join(", ")),
            ("$size_fields", each(&|size| format!(", {size}_"))),
            ("$sizes", names),
            ("$index", index.clone()),
            ("$rank_number", unit.rank().to_string()),
            ("$rank", unit.constant("RANK")),
            ("$initial", each(&|size| format!(", {size}_({size})"))),
            ("$valid", valid),
            ("$unique", truth(!unit.compiled.shares)),
            ("$exhaustive", truth(!unit.pads())),
            ("$strided", truth(is_strided)),
            ("$stride\n", stride),
            ("$equal", each(&|size| format!(" && left.{size}_ == right.{size}_"))),
            ("$fields", each(&|size| format!("        {index} {size}_;\n"))),
            ("$name", unit.request.name.clone()),
        ];
        let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, value)| (*name, value.as_str())).collect();
        text.filled(POLICY, &blanks);
        Ok(())
    }
}

/// A text with fields in place of sizes.
fn with_fields(text: &str, sizes: &[&str]) -> String {
    let mut written = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        written.push_str(&word);
        if sizes.contains(&word.as_str()) {
            written.push('_');
        }
        word.clear();
        if c != '\0' {
            written.push(c);
        }
    }
    written
}
