internal import CLinux
import Glibc

/// Socket options by type of value.
package enum SocketOption {
    package static func set(
        _ name: String,
        of descriptor: Int32,
        _ level: Int32,
        _ option: Int32,
        to value: Int32
    ) throws(SystemCallError) {
        var value = value
        try systemCall("setsockopt \(name)") {
            setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Whether the system holds back segments that are not full. `descriptor` is borrowed.
    package static func setCorked(_ descriptor: Int32, _ isCorked: Bool) throws(SystemCallError) {
        try set("TCP_CORK", of: descriptor, Int32(IPPROTO_TCP), TCP_CORK, to: isCorked ? 1 : 0)
    }

    /// `descriptor` is borrowed.
    package static func setCongestion(_ descriptor: Int32, _ name: String) throws(SystemCallError) {
        try systemCall("setsockopt TCP_CONGESTION", on: name) {
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CONGESTION, name, socklen_t(name.utf8.count))
        }
    }
}
