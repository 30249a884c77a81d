package import Wire

/// The origin of a scenario: its files and how it answers.
package struct OriginSettings: Hashable, Sendable {
    /// The congestion control of the origin's TCP.
    package enum Congestion: String, Hashable, Sendable, CaseIterable {
        case cubic, reno, bbr
    }

    package enum EntityTag: String, Hashable, Sendable, CaseIterable {
        case strong, weak, none
    }

    package var congestion: Congestion
    /// From the request's last byte to the response's first.
    package var delay: Nanoseconds
    package var etag: EntityTag
    /// In the order of the file; names are unique.
    package var files: [OriginFile]

    package init(
        congestion: Congestion = .cubic,
        delay: Nanoseconds = 0,
        etag: EntityTag = .strong,
        files: [OriginFile] = []
    ) {
        self.congestion = congestion
        self.delay = delay
        self.etag = etag
        self.files = files
    }
}
