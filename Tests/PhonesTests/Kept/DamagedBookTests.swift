import Foundation
import Phones
import TestSupport
import Testing

/// Files that are refused and left as they are.
@Suite struct DamagedBookTests {
    private static let own = "WKsIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Gs="
    private static let first = "4CYZDwJ8rdGcfxm2xZSlNPJl5xrVKbWmC7nKcGOHW2I="
    private static let second = "iIVfdkbFCdkLnD3cKTLMJ0JKJ0rOXJ1vJBj1kVn+hF4="

    private static let whole = """
        {
          "version": 1,
          "privateKey": "\(own)",
          "phones": [
            {
              "name": "anna",
              "number": 1,
              "privateKey": "\(first)",
              "presharedKey": "\(own)"
            },
            {
              "name": "ben",
              "number": 200,
              "privateKey": "\(second)",
              "presharedKey": "\(own)"
            }
          ]
        }

        """

    @Test func `an intact file is read, and rewritten unchanged`() throws {
        let place = try BookFolder(holding: Self.whole)
        var book = try PhoneBook(in: place.folder)
        #expect(book.names.map(\.text) == ["anna", "ben"] && book.phones.map(\.number) == [1, 200])
        let carl = try PhoneName("carl")
        _ = try book.phone(named: carl)
        _ = try book.forget(carl)
        let rewritten = try PhoneBook(in: place.folder)
        #expect(rewritten.phones == book.phones && rewritten.key == book.key)
        #expect(try place.text.hasPrefix("{\n  \"version\": 1,\n  \"privateKey\": \""))
    }

    @Test(arguments: [
        ("\"phones\": [", "\"phones\" [", "line 4, column 12: a colon is expected here"),
        (
            "\"name\": \"ben\",", "",
            "phones[1] must be an object with exactly name, number, privateKey, presharedKey"
        ),
        (
            "\"name\": \"ben\",", "\"name\": \"ben\", \"colour\": 1,",
            "phones[1] must be an object with exactly name, number, privateKey, presharedKey"
        ),
        (
            "\"version\": 1,", "",
            "the document must be an object with exactly version, privateKey, phones"
        ),
        ("\"version\": 1,", "\"version\": \"1\",", "version must be the number 1"),
        ("\"name\": \"ben\"", "\"name\": 7", "phones[1].name must be a text"),
        (
            "\"name\": \"ben\"", "\"name\": \"b n\"",
            "phones[1].name: \(PhoneNameError.foreignCharacter(2))"
        ),
        ("\"number\": 200", "\"number\": 201", "phones[1].number must be a number from 1 to 200"),
        ("\"number\": 200", "\"number\": 0", "phones[1].number must be a number from 1 to 200"),
        ("\"number\": 200", "\"number\": 2.5", "phones[1].number must be a number from 1 to 200"),
        (
            "\"\(second)\"", "\"short\"",
            "phones[1].privateKey: "
                + "a key has 44 characters of base64, the last one '='; this text has 5"
        ),
        ("\"\(second)\"", "null", "phones[1].privateKey must be a text"),
        ("\"name\": \"ben\"", "\"name\": \"anna\"", "the name anna stands there twice"),
        ("\"number\": 200", "\"number\": 1", "the number 1 stands there twice"),
        (second, first, "the private key of ben stands there twice"),
        (second, own, "the private key of ben stands there twice"),
    ])
    func `a damaged file is named with its fault and stays as it is`(
        part: String,
        wrong: String,
        fault: String
    ) throws {
        let range = try #require(Self.whole.firstRange(of: part))
        let text = Self.whole.replacingCharacters(in: range, with: wrong)
        let place = try BookFolder(holding: text)
        let error = #expect(throws: PhoneBookError.self) { try PhoneBook(in: place.folder) }
        #expect(
            error?.description
                == "\(place.folder.file) does not have the phones' keys: \(fault); "
                + "repair it, or move it away and let every phone scan a new code"
        )
        #expect(try place.text == text)
    }

    @Test func `a file that ends anywhere is refused and shows no secret`() throws {
        let place = try BookFolder(holding: "")
        // Without its last line feeds the document is whole.
        for count in 0..<Self.whole.utf8.count - 2 {
            let text = String(Self.whole.prefix(count))
            try text.write(toFile: place.folder.file, atomically: false, encoding: .utf8)
            let error = #expect(throws: PhoneBookError.self) { try PhoneBook(in: place.folder) }
            guard case .damaged(place.folder.file, .syntax)? = error else {
                Issue.record("\(count) bytes: \(String(describing: error))")
                continue
            }
            #expect(error?.description.contains(Self.own) == false)
        }
    }

    @Test func `a book that read an intact file does not overwrite it after it is damaged`() throws {
        let place = try BookFolder()
        var book = try PhoneBook(in: place.folder)
        try "{".write(toFile: place.folder.file, atomically: false, encoding: .utf8)
        let name = try PhoneName("anna")
        #expect(throws: PhoneBookError.self) { try book.phone(named: name) }
        #expect(throws: PhoneBookError.self) { try book.forget(name) }
        #expect(try place.text == "{" && book.phones.isEmpty)
    }

    @Test func `another version is refused whatever else it has`() throws {
        let place = try BookFolder(holding: "{\"version\": 2, \"tunnels\": []}")
        let error = #expect(throws: PhoneBookError.self) { try PhoneBook(in: place.folder) }
        #expect(
            error?.description
                == "\(place.folder.file) is of version 2, which this netlab does not know; "
                + "use the netlab that wrote it, or move the file away and let every phone scan a new code"
        )
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o660, 0o644, 0o777])
    func `a file that others may read or change is refused`(mode: Int) throws {
        let place = try BookFolder(holding: Self.whole)
        try place.setMode(mode)
        let error = #expect(throws: PhoneBookError.self) { try PhoneBook(in: place.folder) }
        #expect(
            error?.description
                == "\(place.folder.file) has private keys, and other users of this machine can read or change it: "
                + "chmod 600 \(place.folder.file)"
        )
        try place.setMode(0o600)
        #expect(try PhoneBook(in: place.folder).phones.count == 2)
    }

    @Test func `a folder in the file's place is refused`() throws {
        let place = try BookFolder()
        try place.scratch.write("data/netlab/phones/phones.json/inner", "")
        #expect(throws: PhoneBookError.damaged(place.folder.file, .notAFile)) {
            try PhoneBook(in: place.folder)
        }
    }

    @Test func `a file of any length is not read to its end`() throws {
        let place = try BookFolder(holding: Self.whole + String(repeating: " ", count: 1 << 20))
        #expect(throws: PhoneBookError.damaged(place.folder.file, .tooLong(1 << 20))) {
            try PhoneBook(in: place.folder)
        }
    }
}
