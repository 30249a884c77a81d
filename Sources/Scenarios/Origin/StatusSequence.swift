/// The statuses of a file's successive answers; the last one repeats.
package struct StatusSequence: Hashable, Sendable {
    /// At least one.
    package var statuses: [Int]

    package init(_ statuses: [Int]) {
        self.statuses = statuses
    }

    /// Status of a request by its number, from 0.
    package func status(of number: Int) -> Int {
        statuses[min(number, statuses.count - 1)]
    }

    package static let redirecting = [301, 302, 303, 307, 308]
}
