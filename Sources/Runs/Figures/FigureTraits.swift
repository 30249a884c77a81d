/// Where a figure stands beside `result.json`, and what sets it apart.
package struct FigureTraits: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A column of CSV reports.
    package static let csv = Self(rawValue: 1)
    /// A member of the rows of sweeps.
    package static let rows = Self(rawValue: 2)
    /// A member of what HTTP archives hold for each transfer.
    package static let archive = Self(rawValue: 4)
    package static let everywhere: Self = [.csv, .rows, .archive]
    /// `result.json` has other figures that this one follows from.
    package static let elsewhere = Self(rawValue: 8)
    /// No expectation can test it.
    package static let untested = Self(rawValue: 16)
    /// Only packets tell it: runs over byte streams do not have it.
    package static let ofPackets = Self(rawValue: 32)
    /// It follows from times, though it is none.
    package static let ofTimes = Self(rawValue: 64)
    /// Only comparisons have it.
    package static let aside: Self = [.elsewhere, .untested]
}
