extension OriginFile.ImageKind {
    /// The sizes in bytes to which an image can be made; whoever makes them must be able to make these.
    package var sizes: ClosedRange<Int> {
        switch self {
        case .jpeg: 400...64_000_000
        case .png: 320...64_000_000
        }
    }
}
