import LinkEngine
import LinkModel
import LinuxIO
import Phones
import TestSupport

@testable import Services

/// Lines of phones without a bench, with what was ordered and told of them.
final class TestLines {
    private final class Diary {
        var orders: [LineOrder] = []
        var changes: [PhoneLines.Change] = []
    }

    private let diary = Diary()
    let lines: PhoneLines
    /// anna and bert.
    let phones: [Phone]

    init(behind hosts: LinkParameters = .unlimited) throws {
        let folder = try ScratchFolder()
        defer { extendLifetime(folder) }
        var book = try PhoneBook(in: PhoneFolder(folder.path))
        for name in ["anna", "bert"] { _ = try book.phone(named: PhoneName(name)) }
        phones = book.phones
        lines = PhoneLines(hosts) { [diary] order in
            diary.orders.append(order)
        } changed: { [diary] _, change in
            diary.changes.append(change)
        }
    }

    var orders: [LineOrder] { diary.orders }
    var changes: [PhoneLines.Change] { diary.changes }

    func takeOrders() -> [LineOrder] {
        defer { diary.orders = [] }
        return diary.orders
    }

    static func client(_ phone: Phone) -> LineClient {
        LineClient(ip4: phone.addresses.ip4, ip6: phone.addresses.ip6)
    }

    static func link(rateBps: Int64) -> LinkParameters {
        LinkParameters(
            down: DirectionParameters(rateBps: rateBps),
            up: DirectionParameters(rateBps: rateBps)
        )
    }
}
