//! A class of C++ that indexes a pointer of the caller's by the layout.

use super::file::File;
use crate::text::Text;

const ARRAY: &str = "\
/// Elements behind a pointer, at their places in the layout: array(i0, …) and array[i0]…, and find(i0, …), which gives a null
/// pointer for an index without a position. The pointer stays the caller's, and has to reach $name_span($size_names) elements.
template <class Element>
class $name_array {
    Element* data_;
$fields
    /// An array some of whose indices are fixed.
    template <int FixedAxes>
    struct slice {
        const $name_array* array;
        $index index[$rank];

        $hd constexpr decltype(auto) operator[]($index i) const {
            slice<FixedAxes + 1> next = {array, {}};
            for (int axis = 0; axis < FixedAxes; axis++) next.index[axis] = index[axis];
            next.index[FixedAxes] = i;
            if constexpr (FixedAxes + 1 == $rank) {
                return array->at(next.index);
            } else {
                return next;
            }
        }
    };

    $hd constexpr Element& at(const $index (&index)[$rank]) const {
        return data_[$name_apply($components$size_fields)];
    }

public:
    $hd constexpr explicit $name_array(Element* data$size_parameters) : data_(data)$initial {}

    $hd constexpr Element& operator()($index_parameters) const {
        return data_[$name_apply($index_names$size_fields)];
    }

    $hd constexpr Element* find($index_parameters) const {
        const $index p = $name_apply($index_names$size_fields);
        return p < 0 ? nullptr : data_ + p;
    }

    $hd constexpr decltype(auto) operator[]($index i) const {
        return slice<0>{this, {}}[i];
    }

    /// The first element in memory.
    $hd constexpr Element* data() const { return data_; }
};
";

impl File<'_, '_> {
    /// The class.
    pub(super) fn array(&self, text: &mut Text) {
        let (unit, index) = (self.unit, &self.index);
        let join = |parts: Vec<String>| parts.join(", ");
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let each = |write: &dyn Fn(&str) -> String| sizes.iter().map(|size| write(size)).collect::<String>();
        let index_parameters = join(unit.names.index.iter().map(|name| format!("{index} {name}")).collect());
        let components = join((0..unit.rank()).map(|axis| format!("index[{axis}]")).collect());
        let hd = self.flavour.function.trim_end_matches("constexpr").trim_end();
        let hd_space = if hd.is_empty() { String::new() } else { format!("{hd} ") };
        let blanks = [
            // The longer of two names that begin alike comes first.
            ("$index_parameters", index_parameters),
            ("$index_names", unit.names.index.join(", ")),
            ("$index", index.clone()),
            ("$components", components),
            ("$rank", unit.constant("RANK")),
            ("$fields\n", each(&|size| format!("    {index} {size}_;\n")) + if sizes.is_empty() { "" } else { "\n" }),
            ("$size_fields", each(&|size| format!(", {size}_"))),
            ("$size_parameters", each(&|size| format!(", {index} {size}"))),
            ("$size_names", sizes.join(", ")),
            ("$initial", each(&|size| format!(", {size}_({size})"))),
            ("$hd ", hd_space),
            ("$name", unit.request.name.clone()),
        ];
        let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, value)| (*name, value.as_str())).collect();
        text.filled(ARRAY, &blanks);
    }
}
