/// How much of a QR code may be unreadable.
package enum ErrorCorrection: CaseIterable, Hashable, Sendable {
    /// Level L: 7 % of it. The code is the smallest, which suits a screen.
    case low
    /// Level M: 15 % of it.
    case medium

    /// Bytes in the largest code, version 40 (ISO/IEC 18004, table 7).
    package var mostBytes: Int {
        switch self {
        case .low: 2953
        case .medium: 2331
        }
    }
}
