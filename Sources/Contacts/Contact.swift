// A contact and its formatting come with the contacts commands.
