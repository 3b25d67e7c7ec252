DROP TABLE `otps`;--> statement-breakpoint
CREATE TABLE `otps` (
	`user_id` integer NOT NULL,
	`requester` text NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`tries_left` integer NOT NULL,
	PRIMARY KEY(`user_id`, `requester`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "otps_tries" CHECK("otps"."tries_left" >= 0)
) STRICT;
