import CCurl
import Dispatch
import Foundation
import Synchronization

/// A thread that performs one libcurl handle's transfer when told to, and wakes the waiting thread.
// Safety: only this thread touches the handles from `start` to `end`; the waiting thread touches nothing.
final class PerformingThread: @unchecked Sendable {
    private static let longestSleep: Int32 = 1000

    private let easy: UnsafeMutableRawPointer
    private let multi = curl_multi_init()
    private let isAsked = Atomic(false)
    private let isOver = Atomic(false)
    private let isGood = Atomic(false)
    private let done = DispatchSemaphore(value: 0)

    init(_ easy: UnsafeMutableRawPointer) {
        self.easy = easy
    }

    func start() {
        Thread { [self] in run() }.start()
    }

    /// Waits for one transfer; false if it failed.
    func perform() -> Bool {
        isAsked.store(true, ordering: .releasing)
        curl_multi_wakeup(multi)
        done.wait()
        return isGood.load(ordering: .acquiring)
    }

    func end() {
        isOver.store(true, ordering: .releasing)
        curl_multi_wakeup(multi)
        done.wait()
        curl_multi_cleanup(multi)
    }

    private func run() {
        while !isOver.load(ordering: .acquiring) {
            if isAsked.exchange(false, ordering: .acquiringAndReleasing) {
                curl_multi_add_handle(multi, easy)
            }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            var left: Int32 = 0
            if let message = curl_multi_info_read(multi, &left), message.pointee.msg == CURLMSG_DONE {
                isGood.store(message.pointee.data.result == CURLE_OK, ordering: .releasing)
                curl_multi_remove_handle(multi, easy)
                done.signal()
            }
            curl_multi_poll(multi, nil, 0, Self.longestSleep, nil)
        }
        done.signal()
    }
}
