internal import Fixtures
internal import Images

/// How a picture is written to disk.
public enum PictureFormat: Hashable, Sendable {
    /// Lossless.
    case png
    /// Smaller and lossy; the quality is from 1 to 100.
    case jpeg(quality: Int)

    func encoded(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
        switch self {
        case .png: try ImageEncoder.encode(bitmap.pixels, .png)
        case .jpeg(let quality): try ImageEncoder.encode(bitmap.pixels, .jpeg, quality: quality)
        }
    }
}
