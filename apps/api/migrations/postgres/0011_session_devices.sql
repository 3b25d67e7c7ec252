ALTER TABLE "sessions" ADD COLUMN "id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE sessions SET id = floor(random() * 1073741823)::integer + 1;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone;