CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL,
	`resets_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_limits_resets` ON `rate_limits` (`resets_at`);