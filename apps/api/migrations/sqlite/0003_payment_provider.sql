ALTER TABLE `orders` ADD `payment_provider` text;--> statement-breakpoint
UPDATE orders SET payment_provider = 'test-bank' WHERE payment_url IS NOT NULL;
