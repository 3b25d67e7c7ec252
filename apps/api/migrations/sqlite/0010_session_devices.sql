ALTER TABLE `sessions` ADD `id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE sessions SET id = (random() & 1073741823) + 1;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_used_at` integer;