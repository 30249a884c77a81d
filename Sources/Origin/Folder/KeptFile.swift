/// A file of a folder in one state, ready to be sent.
final class KeptFile: Sendable {
    /// Its key.
    let place: [UInt8]
    let state: FileState
    let representation: Representation
    init(_ place: [UInt8], _ state: FileState, _ representation: Representation) {
        self.place = place
        self.state = state
        self.representation = representation
    }
}
