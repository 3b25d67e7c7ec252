CREATE TABLE `search_synonyms` (
	`term` text NOT NULL,
	`meaning` text NOT NULL,
	`is_removed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`term`, `meaning`)
) STRICT;
