import LinuxIO
package import Phones
package import Programs

/// The user's phones, for commands.
package enum KeptPhones {
    package static func open() throws(CommandFailure) -> PhoneBook {
        let folder = try folder()
        return try failing { () throws(PhoneBookError) in try PhoneBook(in: folder) }
    }

    package static func folder() throws(CommandFailure) -> PhoneFolder {
        try failing { () throws(PhoneBookError) in
            try PhoneFolder(environment: Environment.variables)
        }
    }

    /// Turns an error of the book into one of the command.
    package static func failing<Value>(_ body: () throws(PhoneBookError) -> Value) throws(CommandFailure)
        -> Value
    {
        do throws(PhoneBookError) {
            return try body()
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }
}
