CREATE TABLE `merged_carts` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`merged_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
ALTER TABLE `order_items` ADD `ships_free` integer DEFAULT false NOT NULL;