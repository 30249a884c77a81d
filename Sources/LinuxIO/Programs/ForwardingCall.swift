/// Internal arguments that start this program to keep forwarding on.
package struct ForwardingCall: Hashable, Sendable {
    /// The first word after the program's name.
    private static let mark = "--netlab-forwards"

    let control: Int32

    init(control: Int32) {
        self.control = control
    }

    /// nil if this process was not started for that.
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
