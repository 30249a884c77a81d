import LinuxIO
package import WireGuard

/// The phones that netlab knows, kept between runs. Each change is kept before it returns.
package struct PhoneBook: Sendable {
    private let folder: PhoneFolder
    /// As it was kept when it was last looked at.
    private var register: PhoneRegister

    /// The file's last change when it was looked at; nil if there was none.
    private var changed: Int64?

    /// Opens what is kept in the folder; makes netlab's key first if there is nothing.
    package init(in folder: PhoneFolder) throws(PhoneBookError) {
        self.folder = folder
        register = try folder.update { (_) throws(PhoneBookError) in }.register
        changed = FileStatus(folder.file)?.changed
    }

    /// Looks again at what is kept, if the file has changed; false if the same phones are in it.
    package mutating func refresh() throws(PhoneBookError) -> Bool {
        let now = FileStatus(folder.file)?.changed
        guard now != changed else { return false }
        changed = now
        let before = register
        register = try folder.update { (_) throws(PhoneBookError) in }.register
        return register != before
    }

    /// netlab's own end of every tunnel.
    package var key: TunnelKey { register.key }

    /// In the order of their numbers.
    package var phones: [Phone] { register.phones }

    package var names: [PhoneName] { register.phones.map(\.name) }

    /// The phone with this name; a new one with new keys if there is none.
    package mutating func phone(named name: PhoneName) throws(PhoneBookError) -> Phone {
        let (register, phone) = try folder.update { register throws(PhoneBookError) in
            if let known = register.phone(named: name) { return known }
            guard let number = register.freeNumber else { throw .full }
            do throws(TunnelKeyError) {
                let phone = try Phone(name: name, number: number)
                register.add(phone)
                return phone
            } catch {
                throw .noKey(error)
            }
        }
        self.register = register
        return phone
    }

    /// Forgets a phone and its keys; false if there was none with this name. Its number goes to the next new phone.
    package mutating func forget(_ name: PhoneName) throws(PhoneBookError) -> Bool {
        let (register, wasKnown) = try folder.update { register throws(PhoneBookError) in
            register.remove(name)
        }
        self.register = register
        return wasKnown
    }
}
