import Foundation
import Phones
import TestSupport
import Testing
import WireGuard

@Suite(.timeLimit(.minutes(1)))
struct PhoneBookTests {
    @Test func `a book is made once, and nobody else may read it`() throws {
        let place = try BookFolder()
        let made = try PhoneBook(in: place.folder)
        #expect(try PhoneBook(in: place.folder).key == made.key && made.phones.isEmpty)
        #expect(try BookFolder.mode(of: place.folder.file) == 0o600)
        for folder in ["data", "data/netlab", "data/netlab/phones"] {
            #expect(try BookFolder.mode(of: place.scratch.file(folder)) == 0o700)
        }
        #expect(try place.names == ["phones.json"])
    }

    @Test func `a phone keeps its number and keys, and two phones share nothing`() throws {
        let place = try BookFolder()
        var book = try PhoneBook(in: place.folder)
        let anna = try book.phone(named: try PhoneName("anna"))
        let ben = try book.phone(named: try PhoneName("ben"))
        #expect(anna.number == 1 && ben.number == 2)
        #expect(anna.key != ben.key && anna.presharedKey != ben.presharedKey && anna.key != book.key)
        var again = try PhoneBook(in: place.folder)
        #expect(again.phones == [anna, ben] && again.names.map(\.text) == ["anna", "ben"])
        #expect(try again.phone(named: anna.name) == anna)
        #expect(try BookFolder.mode(of: place.folder.file) == 0o600)
    }

    @Test func `a forgotten phone has new keys when it returns`() throws {
        let place = try BookFolder()
        var book = try PhoneBook(in: place.folder)
        let anna = try book.phone(named: try PhoneName("anna"))
        let ben = try book.phone(named: try PhoneName("ben"))
        #expect(try book.forget(anna.name) && book.phones == [ben])
        #expect(try !book.forget(anna.name))
        #expect(try PhoneBook(in: place.folder).phones == [ben])
        let carl = try book.phone(named: try PhoneName("carl"))
        #expect(carl.number == 1 && book.names.map(\.text) == ["carl", "ben"])
        #expect(try book.phone(named: anna.name).key != anna.key)
    }

    @Test func `a book sees what another one has kept meanwhile`() throws {
        let place = try BookFolder()
        var (one, other) = (try PhoneBook(in: place.folder), try PhoneBook(in: place.folder))
        let anna = try one.phone(named: try PhoneName("anna"))
        #expect(try other.phone(named: try PhoneName("ben")).number == 2)
        #expect(other.phones.first == anna)
        #expect(try other.forget(anna.name))
        #expect(try one.phone(named: anna.name) != anna)
    }

    @Test func `a book that looks again has what another one has kept, and says whether that differs`() throws
    {
        let place = try BookFolder()
        var (one, other) = (try PhoneBook(in: place.folder), try PhoneBook(in: place.folder))
        let same = try one.refresh()
        let anna = try other.phone(named: try PhoneName("anna"))
        let differs = [try one.refresh(), try one.refresh(), try other.refresh()]
        #expect(!same && differs == [true, false, false] && one.phones == [anna])
        _ = try other.forget(anna.name)
        let isAnother = try one.refresh()
        #expect(isAnother && one.phones.isEmpty)
    }

    @Test func `books that are changed at once give each number to one phone`() async throws {
        let place = try BookFolder()
        let folder = place.folder
        try await withThrowingTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    try await OwnThread.run {
                        var book = try PhoneBook(in: folder)
                        for phone in 0..<5 { _ = try book.phone(named: try PhoneName("\(writer).\(phone)")) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try PhoneBook(in: folder).phones.map(\.number) == Array(1...20))
    }

    @Test func `the two hundred and first phone is refused`() throws {
        let phones = try (1...200).map { number in
            """
            {"name": "phone\(number)", "number": \(number), "privateKey": "\(try TunnelKey().text)",
            "presharedKey": "\(try TunnelKey().text)"}
            """
        }
        let place = try BookFolder(
            holding: """
                {"version": 1, "privateKey": "\(try TunnelKey().text)", "phones": [\(phones.joined(separator: ","))]}
                """
        )
        var book = try PhoneBook(in: place.folder)
        let next = try PhoneName("next")
        let error = #expect(throws: PhoneBookError.self) { try book.phone(named: next) }
        #expect(
            error?.description
                == "200 phones are known, and there is no address for another one; forget one of them"
        )
        #expect(try book.phone(named: try PhoneName("phone200")).number == 200)
        #expect(try book.forget(try PhoneName("phone7")))
        #expect(try book.phone(named: next).number == 7)
    }

    @Test func `a file left by a killed process is replaced`() throws {
        let place = try BookFolder()
        var book = try PhoneBook(in: place.folder)
        try place.scratch.write("data/netlab/phones/phones.json.new", "half")
        let anna = try book.phone(named: try PhoneName("anna"))
        #expect(try PhoneBook(in: place.folder).phones == [anna])
        #expect(try place.names == ["phones.json"])
    }

    @Test func `the folder follows XDG_DATA_HOME and HOME`() throws {
        #expect(
            try PhoneFolder(environment: ["XDG_DATA_HOME": "/d", "HOME": "/h"]).path == "/d/netlab/phones"
        )
        #expect(try PhoneFolder(environment: ["HOME": "/h"]).path == "/h/.local/share/netlab/phones")
        let error = #expect(throws: PhoneBookError.self) {
            try PhoneFolder(environment: ["XDG_DATA_HOME": "relative"])
        }
        #expect(
            error?.description
                == "the phones' keys have no folder: neither HOME nor XDG_DATA_HOME is set; "
                + "set XDG_DATA_HOME to a folder of your own"
        )
    }

    @Test func `a folder that cannot be made is named`() throws {
        let scratch = try ScratchFolder()
        try scratch.write("file", "")
        let error = #expect(throws: PhoneBookError.self) {
            try PhoneBook(in: PhoneFolder(scratch.file("file/phones")))
        }
        #expect(
            error?.description
                == "the phones' keys cannot be kept: mkdir \(scratch.file("file")): File exists; "
                + "XDG_DATA_HOME can name another folder"
        )
    }

    @Test func `descriptions show no secrets`() throws {
        let place = try BookFolder()
        var book = try PhoneBook(in: place.folder)
        let anna = try book.phone(named: try PhoneName("anna"))
        var shown = "\(book) \(anna) \(String(reflecting: anna))"
        dump(book, to: &shown)
        for secret in [book.key.text, anna.key.text, anna.presharedKey.text] {
            #expect(!shown.contains(secret))
        }
    }
}
