import Forwarding
import LinuxIO
import Proxy
import Serving
import TestSupport

/// An origin, and proxies before it that share a folder of stored responses.
struct CachingBench {
    let origin = CachedOrigin()
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// The folder of stored responses.
    var path: String { folder.file("cache") }

    func proxy(
        _ protocols: [String] = ["http/1.1"],
        limit: Int = 1 << 30,
        _ change: (inout ProxySettings) -> Void = { _ in }
    ) throws -> ProxyBench {
        let cache = try CacheFolder(path, limit: limit)
        return try ProxyBench(protocols) { settings in
            settings.intercepted = [HostPattern("*")].compactMap { $0 }
            settings.cache = cache
            change(&settings)
        } answer: { [origin] in
            origin.answer($0)
        }
    }

    /// The body, and the values of these fields.
    func get(
        _ bench: ProxyBench,
        _ url: String,
        _ words: String...,
        fields: String = "%header{cache-status}"
    ) throws -> String {
        try bench.curl([url, "-w", "|%{http_code}|\(fields)"] + words).output
    }
}
