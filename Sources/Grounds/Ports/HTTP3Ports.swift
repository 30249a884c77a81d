package import LinuxIO
package import Scenarios
package import Serving
package import TLS

#if canImport(HTTP3)
    import HTTP2
    import HTTP3
#endif

/// The UDP ports of an origin that offers HTTP/3.
package enum HTTP3Ports {
    /// One port at each address; none if the origin does not offer HTTP/3.
    package static func open(
        at addresses: [SocketAddress],
        _ settings: OriginSettings,
        _ identity: ServerIdentity,
        keyLog: KeyLog? = nil,
        limits: ServingLimits,
        isTraced: Bool = false
    ) throws -> [any ServedPort] {
        guard settings.http.contains(.http3) else { return [] }
        #if canImport(HTTP3)
            guard QUICLibrary.isLoaded else { throw BenchError(QUICLibrary.missing, advice: advice) }
            let credentials = try QUICCredentials(
                identity,
                resumes: settings.encryption?.resumes ?? true,
                takesEarlyData: settings.encryption?.takesEarlyData ?? false,
                keyLog: keyLog
            )
            var choices = HTTP3Limits(
                streams: limits.http2.streams,
                fieldList: limits.http2.fieldList,
                idle: limits.idle,
                handshake: limits.handshake,
                congestion: HTTP3Limits.Congestion(settings.congestion)
            )
            choices.isTraced = isTraced
            return try addresses.map {
                try HTTP3Port($0, credentials, choices, retries: settings.quic.retries)
            }
        #else
            throw BenchError("this netlab was built without HTTP/3", advice: advice)
        #endif
    }

    /// What `Alt-Svc` says of HTTP/3 at that port, for a day.
    package static func alternative(port: UInt16) -> String { "h3=\":\(port)\"; ma=86400" }

    private static let advice =
        "`make` installs ngtcp2 and nghttp3 where Debian has them, and builds netlab with them"
}

#if canImport(HTTP3)
    extension HTTP3Limits.Congestion {
        fileprivate init(_ algorithm: CongestionAlgorithm) {
            self =
                switch algorithm {
                case .cubic: .cubic
                case .reno: .reno
                case .bbr: .bbr
                }
        }
    }
#endif
