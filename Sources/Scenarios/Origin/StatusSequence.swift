/// The statuses of a file's answers, one after the other; the last one stays.
package struct StatusSequence: Hashable, Sendable {
    /// At least one.
    package var statuses: [Int]

    package init(_ statuses: [Int]) {
        self.statuses = statuses
    }

    /// Of the request with this number, from 0.
    package func status(of number: Int) -> Int {
        statuses[min(number, statuses.count - 1)]
    }

    package static let redirecting = [301, 302, 303, 307, 308]
}
