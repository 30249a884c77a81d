/// The words by which this program is started to keep forwarding on: nothing that a user types.
package struct ForwardingCall: Hashable, Sendable {
    /// The first word after the program's name.
    private static let mark = "--netlab-forwards"

    let control: Int32

    init(control: Int32) {
        self.control = control
    }

    /// nil where this process was not started for it.
    package init?(_ words: [String]) {
        guard words.count == 3, words[1] == Self.mark, let control = Int32(words[2]), control > 2 else {
            return nil
        }
        self.init(control: control)
    }

    var words: [[UInt8]] {
        ["netlab", Self.mark, String(control)].map { Array($0.utf8) }
    }
}
