CREATE TABLE `alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`order_id` integer,
	`details` text DEFAULT '{}' NOT NULL,
	`dedupe_key` text NOT NULL,
	`at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_dedupe_key_unique` ON `alerts` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`done_at`,`id`);--> statement-breakpoint
CREATE INDEX `alerts_order` ON `alerts` (`order_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `blocked_at` integer;