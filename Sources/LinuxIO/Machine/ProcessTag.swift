internal import CLinux
import Glibc

/// A name for a process that tells later, on the same machine, whether the process has ended. Elsewhere it tells nothing.
package struct ProcessTag: Hashable, Sendable {
    /// One start of one machine, as one container sees its processes; empty where that cannot be known.
    private let place: String
    private let process: Int32

    package static let own = ProcessTag(place: here, process: getpid())

    private static let here: String = {
        var space = stat()
        guard let boot = try? WholeFile.read("/proc/sys/kernel/random/boot_id", limit: 100),
            stat("/proc/self/ns/pid", &space) == 0
        else { return "" }
        return String(decoding: boot.prefix(8), as: UTF8.self) + ".\(space.st_ino)"
    }()

    private init(place: String, process: Int32) {
        self.place = place
        self.process = process
    }

    /// nil if the text is no tag.
    package init?(_ text: Substring) {
        guard let dot = text.lastIndex(of: "."), let process = Int32(text[text.index(after: dot)...]),
            process > 0
        else { return nil }
        self.init(place: String(text[..<dot]), process: process)
    }

    /// Without `/` and `-`, so that it can be a part of a file's name.
    package var text: String { "\(place).\(process)" }

    /// True if it is known that the process has ended.
    package var hasEnded: Bool {
        guard !place.isEmpty, place == Self.here else { return false }
        return kill(process, 0) == -1 && errno == ESRCH
    }
}
