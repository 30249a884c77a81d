/// The origin of a scenario: its files and how it answers.
package struct OriginSettings: Hashable, Sendable {
    /// nil means no encryption.
    package var encryption: OriginEncryption?
    /// Offered versions, preferred first; at least one. Over TLS the handshake chooses. In the clear the
    /// bench's client knows the list and speaks the first.
    package var http: [OfferedHTTP]
    /// Only HTTP/3 has it.
    package var quic: OriginQUIC
    package var congestion: CongestionAlgorithm
    /// Initial congestion window in segments; nil is the kernel's default of ten.
    package var initialWindow: Int?
    /// Behaviour for all paths, unless a pattern or a file overrides it.
    package var behaviour: ResponseBehaviour
    /// In the order of the scenario file; a later pattern overrides an earlier one.
    package var paths: [PathBehaviour]
    /// In the order of the scenario file; names are unique.
    package var files: [OriginFile]

    package init(
        encryption: OriginEncryption? = nil,
        http: [OfferedHTTP] = [.http11],
        quic: OriginQUIC = OriginQUIC(),
        congestion: CongestionAlgorithm = .cubic,
        initialWindow: Int? = nil,
        behaviour: ResponseBehaviour = .usual,
        paths: [PathBehaviour] = [],
        files: [OriginFile] = []
    ) {
        self.encryption = encryption
        self.http = http
        self.quic = quic
        self.congestion = congestion
        self.initialWindow = initialWindow
        self.behaviour = behaviour
        self.paths = paths
        self.files = files
    }

    /// Behaviour for a path. The file's settings override the patterns', which override the origin's.
    package func behaviour(of path: String) -> ResponseBehaviour {
        let own = files.first { $0.name == path }?.behaviour ?? ResponseBehaviour()
        return own.over(behaviourOfPatterns(path))
    }

    private func behaviourOfPatterns(_ path: String) -> ResponseBehaviour {
        paths.reduce(behaviour) { base, place in
            PathPattern(place.pattern).matches(path) ? place.behaviour.over(base) : base
        }
    }
}

// MARK: Host

extension OriginSettings {
    /// Host name of the scenario's own origin.
    package static let hostName = "origin.netlab.test"
}

// MARK: HTTP

extension OriginSettings {
    /// The offered versions that run over TCP, preferred first.
    package var httpOverTCP: [OfferedHTTP] { http.filter { $0 != .http3 } }
}
