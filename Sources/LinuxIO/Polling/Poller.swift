internal import CLinux
import Glibc
package import Wire

/// Level-triggered epoll with one owner, which is the only one to wait.
///
/// It borrows the descriptors that it watches: remove one before closing it.
package struct Poller: ~Copyable, Sendable {
    /// Maximum events per wait; the rest follow with the next.
    private static let batch = 64

    private let descriptor: OwnedDescriptor

    package init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(owning: try systemCall("epoll_create1") { netlab_epoll_create() })
    }

    package func add(
        _ descriptor: Int32,
        _ interest: PollInterest,
        token: UInt64
    ) throws(SystemCallError) {
        try control(EPOLL_CTL_ADD, descriptor, interest, token)
    }

    package func modify(
        _ descriptor: Int32,
        _ interest: PollInterest,
        token: UInt64
    ) throws(SystemCallError) {
        try control(EPOLL_CTL_MOD, descriptor, interest, token)
    }

    package func remove(_ descriptor: Int32) throws(SystemCallError) {
        try control(EPOLL_CTL_DEL, descriptor, [], 0)
    }

    /// Replaces `events` by what has happened, waiting at most `timeout` for the first event (nil: without
    /// limit).
    ///
    /// Empty after the timeout, and also if a signal ended the wait early: check the clock, not the result.
    package func wait(timeout: Nanoseconds?, into events: inout [PollEvent]) throws(SystemCallError) {
        events.removeAll(keepingCapacity: true)
        let failure = withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.batch) { buffer in
            var limit = timespec()
            if let timeout {
                limit = timespec(
                    tv_sec: Int(max(0, timeout) / 1_000_000_000),
                    tv_nsec: Int(max(0, timeout) % 1_000_000_000)
                )
            }
            let count = withUnsafePointer(to: limit) {
                netlab_epoll_wait(
                    descriptor.raw,
                    buffer.baseAddress,
                    Int32(Self.batch),
                    timeout == nil ? nil : $0
                )
            }
            guard count >= 0 else { return netlab_errno() }
            for index in 0..<Int(count) { events.append(Self.event(buffer[index])) }
            return 0
        }
        if failure != 0, failure != EINTR { throw SystemCallError("epoll_pwait2", errno: failure) }
    }

    private func control(
        _ operation: Int32,
        _ watched: Int32,
        _ interest: PollInterest,
        _ token: UInt64
    ) throws(SystemCallError) {
        let mask =
            (interest.contains(.read) ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0)
            | (interest.contains(.write) ? EPOLLOUT.rawValue : 0)
        try systemCall("epoll_ctl", on: "descriptor \(watched)") {
            netlab_epoll_ctl(descriptor.raw, operation, watched, mask, token)
        }
    }

    private static func event(_ raw: epoll_event) -> PollEvent {
        let ended = EPOLLHUP.rawValue | EPOLLERR.rawValue
        return PollEvent(
            token: raw.data.u64,
            isReadable: raw.events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | ended) != 0,
            isWritable: raw.events & (EPOLLOUT.rawValue | ended) != 0,
            hasHungUp: raw.events & ended != 0
        )
    }
}
