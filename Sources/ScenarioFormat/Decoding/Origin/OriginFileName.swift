import Scenarios

/// Rules for names of the origin's files: a name is a path in a URL, and a word in an expectation.
enum OriginFileName {
    /// Why a file cannot have this name; nil if it can.
    static func fault(of name: String) -> String? {
        if name == "all" { return "`all` means every file" }
        if let fault = fault(name, marks: "-._~/+@=") { return fault }
        if name.hasPrefix("fixture/") || name == "fixture" {
            return "`fixture/` is where the origin makes files on the fly"
        }
        return nil
    }

    /// The same for a pattern that means several files, and for content generated on request.
    static func fault(ofPattern pattern: String) -> String? {
        fault(pattern, marks: "-._~/+@=*?")
    }

    private static func fault(_ name: String, marks: String) -> String? {
        if name.utf8.count > ScenarioLimits.fileNameLength {
            return "it is longer than \(ScenarioLimits.fileNameLength) characters"
        }
        if name.unicodeScalars.contains(where: {
            "\u{2018}\u{2019}\u{201C}\u{201D}\u{201E}".unicodeScalars.contains($0)
        }) {
            return "its quotes are typographic, and YAML reads them as letters: write \" or '"
        }
        let isWord = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                    || marks.unicodeScalars.contains($0))
        }
        guard isWord else { return "letters, digits and \(marks.map { "\($0)" }.joined(separator: " ")) can" }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
            return "a path has no leading slash and no empty, `.` or `..` part"
        }
        return nil
    }
}
