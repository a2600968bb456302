"""Mail written for training: attacks and ordinary modern mail in ten languages, from grammars and a seed."""
