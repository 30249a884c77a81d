package import JSON

/// An entry of a log that can be read back.
package protocol JSONLineReadable: JSONLine {
    /// nil where what cannot be done without is missing. Members that it does not know are left alone: newer versions have them.
    init?(json: JSONValue)
}
