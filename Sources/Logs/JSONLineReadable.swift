package import JSON

/// A log entry that can be read back.
package protocol JSONLineReadable: JSONLine {
    /// nil if a required member is missing. Ignores unknown members, which newer versions may write.
    init?(json: JSONValue)
}
