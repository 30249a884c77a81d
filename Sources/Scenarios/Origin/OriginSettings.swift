/// The origin of a scenario: its files and how it answers.
package struct OriginSettings: Hashable, Sendable {
    /// The congestion control of the origin's TCP.
    package enum Congestion: String, Hashable, Sendable, CaseIterable {
        case cubic, reno, bbr
    }

    /// nil where it speaks in the clear.
    package var encryption: OriginEncryption?
    /// The preferred first; at least one. Over TLS a handshake chooses; in the clear the bench's client knows beforehand
    /// and speaks the first.
    package var http: [OfferedHTTP]
    package var congestion: Congestion
    /// How many segments its TCP may have out before anything was acknowledged; nil is the kernel's own, ten.
    package var initialWindow: Int?
    /// Of all that is asked for, unless something nearer says otherwise.
    package var behaviour: ResponseBehaviour
    /// In the order of the file; a later one stands over an earlier one.
    package var paths: [PathBehaviour]
    /// In the order of the file; names are unique.
    package var files: [OriginFile]

    package init(
        encryption: OriginEncryption? = nil,
        http: [OfferedHTTP] = [.http11],
        congestion: Congestion = .cubic,
        initialWindow: Int? = nil,
        behaviour: ResponseBehaviour = .usual,
        paths: [PathBehaviour] = [],
        files: [OriginFile] = []
    ) {
        self.encryption = encryption
        self.http = http
        self.congestion = congestion
        self.initialWindow = initialWindow
        self.behaviour = behaviour
        self.paths = paths
        self.files = files
    }

    /// How it answers for a path: the file stands over the patterns, they stand over the origin.
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
