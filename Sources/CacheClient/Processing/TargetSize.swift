internal import Images
internal import Wire

/// The size at which an image will be shown; it is decoded no larger than this requires.
public struct TargetSize: Hashable, Sendable {
    /// How an image of another aspect ratio is placed.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// The whole image is visible.
        case fit
        /// The image covers the whole area.
        case fill
    }

    /// Longest meaningful side, in pixels; a longer one is ignored.
    private static let longestSide = 1e6

    /// In points.
    public var width: Double
    /// In points.
    public var height: Double
    /// Pixels per point.
    public var scale: Double
    /// How an image of another aspect ratio is placed.
    public var mode: Mode

    /// An area in points, on a display with `scale` pixels per point.
    public init(width: Double, height: Double, scale: Double = 1, mode: Mode = .fit) {
        self.width = width
        self.height = height
        self.scale = scale
        self.mode = mode
    }

    /// In pixels; nil if the size is not meaningful, such as that of a view before its layout.
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

    /// nil if every pixel is decoded.
    var identifier: String? {
        pixels.map { "\(mode.rawValue)\($0.width)x\($0.height)" }
    }
}
