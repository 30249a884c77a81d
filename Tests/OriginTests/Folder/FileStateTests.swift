import HTTP
import Testing

@testable import Origin

@Suite struct FileStateTests {
    private static let second: Int64 = 1_000_000_000
    private static let now: Int64 = 1_700_000_000 * second
    private static let old = FileState(
        size: 10,
        modified: now - 60 * second,
        changed: now - 50 * second,
        inode: 7
    )

    private func tag(_ state: FileState, _ kind: FolderSettings.Validators = .strong) -> EntityTag? {
        state.validators(kind, now: Self.now).tag
    }

    @Test func `every visible difference gives a different tag`() {
        var states = [Self.old]
        for key in 0..<4 {
            var state = Self.old
            switch key {
            case 0: state.size += 1
            case 1: state.modified -= 1
            case 2: state.changed -= 1
            default: state.inode += 1
            }
            states.append(state)
        }
        #expect(Set(states.map { tag($0)?.opaque }).count == states.count)
        #expect(tag(Self.old) == tag(Self.old))
    }

    /// Nanoseconds since now.
    private static let ages: [(Int64, Bool)] = [
        (-60_000_000_000, false), (-2_000_000_000, false), (-1_999_999_999, true), (0, true),
        (60_000_000_000, true),
    ]

    @Test(arguments: ages)
    func `a recent change makes the tag weak but keeps its value`(age: Int64, isWeak: Bool) {
        var state = Self.old
        state.changed = Self.now + age
        #expect(tag(state)?.isWeak == isWeak)
        #expect(
            tag(state)?.opaque == state.validators(.strong, now: Self.now + 999 * Self.second).tag?.opaque
        )
        #expect(tag(state, .weak)?.isWeak == true)
        #expect(tag(state, .none) == nil)
    }

    /// Nanoseconds from now, and the expected seconds from now.
    private static let moments: [(Int64, Int64)] = [
        (-60_000_000_000, -60), (-59_000_000_001, -60), (0, 0), (5_000_000_000, 0),
    ]

    @Test(arguments: moments)
    func `Last-Modified is in whole seconds and never in the future`(modified: Int64, seconds: Int64) {
        var state = Self.old
        state.modified = Self.now + modified
        let expected = HTTPDate(secondsSince1970: 1_700_000_000 + seconds)
        for kind in FolderSettings.Validators.allCases {
            #expect(state.validators(kind, now: Self.now).lastModified == expected)
        }
    }
}
