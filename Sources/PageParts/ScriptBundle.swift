/// Scripts of a page that is one file. Modules cannot name one another there, so their texts follow one another
/// without `import` and `export`: each name must stand in one of them only.
package struct ScriptBundle {
    package private(set) var text = ""

    /// In the order of their dependencies.
    package init(_ modules: [[UInt8]]) {
        for module in modules {
            for line in String(decoding: module, as: UTF8.self).split(
                separator: "\n",
                omittingEmptySubsequences: false
            ) {
                if line.hasPrefix("import ") { continue }
                text += line.hasPrefix("export ") ? line.dropFirst("export ".count) : line
                text += "\n"
            }
        }
    }
}
