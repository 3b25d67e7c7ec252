DELETE FROM "otps";--> statement-breakpoint
ALTER TABLE "otps" DROP CONSTRAINT "otps_pkey";--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "requester" text NOT NULL;--> statement-breakpoint
ALTER TABLE "otps" ADD CONSTRAINT "otps_user_id_requester_pk" PRIMARY KEY("user_id","requester");
