extension String {
    /// The text as one word of a shell command, quoted if necessary.
    package var quotedForShell: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "._-/+:@%,=".unicodeScalars.contains(scalar)
            }
        return isPlain
            ? self
            : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
