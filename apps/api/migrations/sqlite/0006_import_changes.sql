CREATE TABLE `import_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer,
	`is_new` integer NOT NULL,
	`change` text NOT NULL
) STRICT;
