//! A checker for the part of JSON Schema that our schemas use. What a shape does not name is an
//! error, and so is a keyword that this checker does not know.

use serde_json::Value;

/// What is wrong with a value, by its path; nothing if all is well.
pub fn check(schema: &Value, value: &Value) -> Vec<String> {
    Checker { root: schema }.check(schema, value, "$")
}

/// Keywords that say nothing about values.
const SILENT: &[&str] = &["$schema", "$defs", "title", "description", "format", "default"];

struct Checker<'a> {
    root: &'a Value,
}

impl Checker<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let Some(rules) = schema.as_object() else {
            let fine = schema == &Value::Bool(true);
            return if fine { Vec::new() } else { vec![format!("{at}: nothing may stand here")] };
        };
        let mut wrong = Vec::new();
        for (keyword, rule) in rules {
            match keyword.as_str() {
                "$ref" => wrong.extend(self.check(self.definition(rule), value, at)),
                "type" => wrong.extend(self.kind(rule, value, at)),
                "enum" if !rule.as_array().unwrap().contains(value) => {
                    wrong.push(format!("{at}: not in {rule}"));
                }
                "const" if rule != value => wrong.push(format!("{at}: not {rule}")),
                "anyOf" => {
                    let fits = |one: &Value| self.check(one, value, at).is_empty();
                    if !rule.as_array().unwrap().iter().any(fits) {
                        wrong.push(format!("{at}: fits none of anyOf"));
                    }
                }
                "minimum" if value.is_number() && value.as_f64() < rule.as_f64() => {
                    wrong.push(format!("{at}: below {rule}"));
                }
                "required" => {
                    let missing = |name: &&Value| value.get(name.as_str().unwrap()).is_none();
                    let names = rule.as_array().unwrap().iter().filter(missing);
                    wrong.extend(
                        names.filter(|_| value.is_object()).map(|name| format!("{at}: {name} is missing")),
                    );
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        wrong.extend(self.check(rule, item, &format!("{at}[{index}]")));
                    }
                }
                "properties" | "additionalProperties" | "enum" | "const" | "minimum" => {}
                word if SILENT.contains(&word) => {}
                word => panic!("the checker does not know '{word}'"),
            }
        }
        wrong.extend(self.members(schema, value, at));
        wrong
    }

    fn members(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, member) in value.as_object().into_iter().flatten() {
            let at = format!("{at}.{name}");
            match (
                schema.get("properties").and_then(|known| known.get(name)),
                schema.get("additionalProperties"),
            ) {
                (Some(rule), _) | (None, Some(rule)) => wrong.extend(self.check(rule, member, &at)),
                // Every shape of ours names all its members, or says that others may come.
                (None, None) if schema.get("properties").is_some() => {
                    wrong.push(format!("{at}: not in the schema"));
                }
                (None, None) => {}
            }
        }
        wrong
    }

    fn definition(&self, reference: &Value) -> &Value {
        let pointer = reference.as_str().unwrap().trim_start_matches('#');
        self.root.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is not defined"))
    }

    fn kind(&self, rule: &Value, value: &Value, at: &str) -> Option<String> {
        let fits = |name: &Value| match name.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            other => panic!("the checker does not know the type '{other}'"),
        };
        let fine = rule.as_array().map_or_else(|| fits(rule), |names| names.iter().any(fits));
        (!fine).then(|| format!("{at}: {value} is not of type {rule}"))
    }
}
