import CCurl
import Dispatch
import Glibc

/// Downloads by libcurl alone.
struct BareDownload {
    /// Where responses are delivered.
    enum Way: String {
        /// On the thread that only performs them, one after another (`curl_easy_perform`).
        case plain = "download"
        /// To a thread that waits for each, by a thread that performs them (`curl_multi_poll`), for callers
        /// that must not block.
        case handed
        /// On the thread that performs six at once (`curl_multi_perform`), with a new one after each.
        case together
    }

    private static let warmUp = 20
    /// The number of connections to one host in browsers and most clients.
    private static let atOnce = 6
    private static let longestSleep: Int32 = 1000

    private let url: String
    private let way: Way

    init(_ url: String, _ way: Way) {
        self.url = url
        self.way = way
    }

    /// Processor time of each download over all threads, in nanoseconds; nil if one failed.
    func time(times: Int) -> Double? {
        if way == .together { return together(times) }
        guard let handle = BareHandle(url) else { return nil }
        guard way == .handed else {
            return measure(times) { downloadEach($0, handle) { curl_easy_perform(handle.easy) == CURLE_OK } }
        }
        let performing = PerformingThread(handle.easy)
        performing.start()
        defer { performing.end() }
        return measure(times) { downloadEach($0, handle) { performing.perform() } }
    }

    /// `download` is called with the number of downloads; false if one failed.
    private func measure(_ times: Int, _ download: (Int) -> Bool) -> Double? {
        guard download(Self.warmUp) else { return nil }
        let before = Self.processorTime()
        guard download(times) else { return nil }
        return (Self.processorTime() - before) / Double(times)
    }

    private func downloadEach(_ times: Int, _ handle: BareHandle, _ perform: () -> Bool) -> Bool {
        for _ in 0..<times {
            handle.prepare()
            guard perform(), handle.finish() else { return false }
        }
        return true
    }

    private func together(_ times: Int) -> Double? {
        let handles = (0..<Self.atOnce).compactMap { BareHandle("\(url)?\($0)") }
        guard handles.count == Self.atOnce, let multi = curl_multi_init() else { return nil }
        defer { curl_multi_cleanup(multi) }
        return measure(times) { downloadTogether($0, handles, multi) }
    }

    private func downloadTogether(_ times: Int, _ handles: [BareHandle], _ multi: UnsafeMutableRawPointer)
        -> Bool
    {
        var (begun, ended) = (0, 0)
        for handle in handles.prefix(times) {
            handle.prepare()
            curl_multi_add_handle(multi, handle.easy)
            begun += 1
        }
        while ended < begun {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            var (left, isMore): (Int32, Bool) = (0, false)
            while let message = curl_multi_info_read(multi, &left) {
                guard message.pointee.msg == CURLMSG_DONE, message.pointee.data.result == CURLE_OK,
                    let easy = message.pointee.easy_handle, let handle = BareHandle.of(easy),
                    handle.finish()
                else { return false }
                curl_multi_remove_handle(multi, easy)
                ended += 1
                guard begun < times else { continue }
                handle.prepare()
                curl_multi_add_handle(multi, easy)
                begun += 1
                isMore = true
            }
            if !isMore, ended < begun { curl_multi_poll(multi, nil, 0, Self.longestSleep, nil) }
        }
        return true
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
