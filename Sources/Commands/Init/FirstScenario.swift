/// The scenario that `netlab init` begins with.
enum FirstScenario {
    /// What the file is, in a line.
    static let about = "two pictures over a 3G line, fetched twice, and what must hold"

    static let text = """
        # A first experiment: the pictures of one page over a mobile line, fetched twice.
        #
        # Run it from this file's folder:
        #   netlab run scenario.yaml
        netlab: 1
        name: first-experiment
        about: A page's pictures over a 3G line, from the network and again after a relaunch
        seed: 1 # the same seed gives the same pictures, and loses the same packets

        # What connects client and origin: a preset of `netlab profiles`, and what differs from it.
        link:
          profile: nlc/3g # 780 kbit/s down, 330 kbit/s up, 100 ms each way
          # down: { loss: 1 % }

        # The server, and what it serves: images of exact sizes, made for the run.
        origin:
          files:
            logo.png: { image: png, size: 12 kB }
            photo.jpg: { image: jpeg, size: 60 kB }

        # The app's side: a memory cache in front of a disk cache.
        client:
          policy: both
          revalidate: disk-hit # a copy on disk is shown after the origin said that it is still good

        steps:
          - name: cold # nothing is cached yet
            fetch: all
            start: together

          # What a relaunch does: memory and connections are gone, the disk is not.
          - forget: memory
          - forget: connections

          - name: relaunch
            fetch: all
            start: together

        # What must hold. If something does not, the run ends with status 4.
        expect:
          - cold.source == network
          - cold.makespan within 2 % of cold.theory.shared
          - relaunch.source == revalidated
          - relaunch.wireStatus == 304
          # An unchanged picture costs round trips, but almost no bytes.
          - relaunch.wireDownBytes <= 5 % of cold.wireDownBytes
          - relaunch.makespan < 60 % of cold.makespan

        # What to try next:
        #   netlab explain last                                    where the time went, and what would help
        #   netlab inspect last                                    every response in the run's capture
        #   netlab run scenario.yaml --profile lte                 the same over another line
        #   netlab run scenario.yaml --set link.down.rate=8Mbit/s  over a faster one: does the rate matter?
        #   netlab run scenario.yaml --set client.policy=none      without caches: what does not hold then?
        #   netlab predict scenario.yaml                           what theory predicts, without a run

        """
}
