CREATE TABLE `search_documents` (
	`product_id` integer PRIMARY KEY NOT NULL,
	`words` text NOT NULL
) STRICT;
