internal import Images
internal import Wire

/// How large an image is going to be shown: it is decoded no larger than that takes.
public struct TargetSize: Hashable, Sendable {
    /// How an image of another shape lies in its place.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// All of it is seen.
        case fit
        /// It covers all of the place.
        case fill
    }

    /// Of a side, in pixels; a longer one says nothing.
    private static let longestSide = 1e6

    /// In points.
    public var width: Double
    /// In points.
    public var height: Double
    /// Pixels to a point.
    public var scale: Double
    /// How an image of another shape lies in its place.
    public var mode: Mode

    /// A place of so many points on a display of so many pixels to a point.
    public init(width: Double, height: Double, scale: Double = 1, mode: Mode = .fit) {
        self.width = width
        self.height = height
        self.scale = scale
        self.mode = mode
    }

    /// In pixels; nil where the place has no size that says anything, as a view has before it was laid out.
    var pixels: PixelSize? {
        let (width, height) = ((width * scale).rounded(.up), (height * scale).rounded(.up))
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height) else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    var decoding: ImageFit {
        guard let pixels else { return .whole }
        return mode == .fit ? .inside(pixels) : .covering(pixels)
    }

    /// nil where every pixel is decoded.
    var identifier: String? {
        pixels.map { "\(mode.rawValue)\($0.width)x\($0.height)" }
    }
}
